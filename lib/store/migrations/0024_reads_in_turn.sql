CREATE TABLE "console"."read_rates" (
	"source" text COLLATE "C" PRIMARY KEY NOT NULL,
	"taken_until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."checked_objects" ADD COLUMN "months" jsonb;