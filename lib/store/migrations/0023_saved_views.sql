CREATE TABLE "console"."saved_views" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"list" text NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"query" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"saved_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "console"."saved_views" USING btree ("source","user","list","name");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "console"."saved_views" USING btree ("source") WHERE is_shared;