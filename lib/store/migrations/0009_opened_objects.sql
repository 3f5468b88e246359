CREATE TABLE "console"."opened_objects" (
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "opened_objects_source_user_kind_id_pk" PRIMARY KEY("source","user","kind","id")
);
--> statement-breakpoint
CREATE INDEX "opened_objects_opened" ON "console"."opened_objects" USING btree ("source","user","opened_at");