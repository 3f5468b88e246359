-- Deleted what the consoles of the version before forgot in their own tables.
DROP TRIGGER "forget_seen_objects" ON "console"."forgettings";--> statement-breakpoint
DROP FUNCTION "console"."forget_seen_objects"();--> statement-breakpoint
-- Reads of whole ledgers whose sums are of months, or which lack a count that this version shows: they are read anew.
DELETE FROM "console"."ledger_reads" WHERE is_by_month
  OR EXISTS (
    SELECT FROM unnest(ARRAY['newestAt', 'isOrdered', 'unsureAt', 'drawn', 'bookings', 'compared', 'notCompared', 'notDrawn', 'unplaced', 'unplacedFrom']) AS field
    WHERE "check" -> field IS NULL)
  OR EXISTS (
    SELECT FROM unnest(ARRAY['rows', 'latestCount', 'hasRisen', 'lastPage', 'lastPageRows', 'mostPageRows', 'statedPages', 'hasPassedEnd', 'repeatedRows', 'reusedIds', 'rowsWithoutId', 'rowsNotCompared', 'fall', 'goneRows', 'isReread']) AS field
    WHERE walk -> field IS NULL)
  OR EXISTS (SELECT FROM json_array_elements("check" -> 'pools') AS pool WHERE pool -> 'lastAt' IS NULL);--> statement-breakpoint
-- What the stopped processes knew of the billing API.
DELETE FROM "console"."process_reports";--> statement-breakpoint
CREATE TABLE "console"."read_rows" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"given" text NOT NULL,
	"outcome" text,
	"why" text,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "read_rows_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "console"."read_runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."jobs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"failures" integer NOT NULL,
	"is_stop_requested" boolean NOT NULL,
	"holder" text,
	"lease_until" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
DROP TABLE "console"."signing_keys" CASCADE;--> statement-breakpoint
DROP TABLE "console"."watched_objects" CASCADE;--> statement-breakpoint
DROP TABLE "console"."indexed_invoices" CASCADE;--> statement-breakpoint
DROP TABLE "console"."indexed_ledgers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."indexed_subscriptions" CASCADE;--> statement-breakpoint
DROP TABLE "console"."checked_objects" CASCADE;--> statement-breakpoint
DROP TABLE "console"."checks" CASCADE;--> statement-breakpoint
DROP TABLE "console"."saved_views" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_deliveries" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_emails" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_events" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_searches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_subscribers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."webhooks" CASCADE;--> statement-breakpoint
ALTER TABLE "console"."read_rows" ADD CONSTRAINT "read_rows_run_id_read_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "console"."read_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_rows_id" ON "console"."read_rows" USING btree ("id");--> statement-breakpoint
CREATE INDEX "read_runs_started" ON "console"."read_runs" USING btree ("source","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_in_lane" ON "console"."jobs" USING btree ("source","kind","lane") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_subject" ON "console"."jobs" USING btree ("source","kind","subject");--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "is_by_month";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "changed_days";