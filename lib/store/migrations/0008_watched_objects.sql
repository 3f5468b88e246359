CREATE TABLE "console"."watched_objects" (
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"watched_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "watched_objects_source_user_kind_id_pk" PRIMARY KEY("source","user","kind","id")
);
--> statement-breakpoint
CREATE INDEX "watched_objects_read" ON "console"."watched_objects" USING btree ("source","read_at");