-- Deleted what the consoles of the version before forgot in their own tables.
DROP TRIGGER "forget_seen_objects" ON "console"."forgettings";--> statement-breakpoint
DROP FUNCTION "console"."forget_seen_objects"();--> statement-breakpoint
-- Whole ledgers are read anew: their checks know bookings by another key, and no job goes on with a read of before.
DELETE FROM "console"."ledger_reads";--> statement-breakpoint
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
DROP TABLE "console"."batch_rows" CASCADE;--> statement-breakpoint
DROP TABLE "console"."batches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."saved_views" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_deliveries" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_emails" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_events" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_searches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_subscribers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."webhooks" CASCADE;--> statement-breakpoint
DROP INDEX "console"."subscription_changes_batch";--> statement-breakpoint
DROP INDEX "console"."subscription_changes_one_open";--> statement-breakpoint
DROP INDEX "console"."subscription_changes_open";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" RENAME COLUMN "batch_id" TO "group_id";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "group_position" integer;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "seen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "decided_by_user" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "console"."read_rows" ADD CONSTRAINT "read_rows_run_id_read_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "console"."read_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_rows_id" ON "console"."read_rows" USING btree ("id");--> statement-breakpoint
CREATE INDEX "read_runs_started" ON "console"."read_runs" USING btree ("source","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_in_lane" ON "console"."jobs" USING btree ("source","kind","lane") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_subject" ON "console"."jobs" USING btree ("source","kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_group" ON "console"."subscription_changes" USING btree ("group_id","subscription_id") WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_one_open" ON "console"."subscription_changes" USING btree (coalesce("source", "billing_api"),"subscription_id") WHERE (state in ('QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));--> statement-breakpoint
CREATE INDEX "subscription_changes_open" ON "console"."subscription_changes" USING btree ("created_at","id") WHERE (state in ('QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "is_by_month";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "changed_days";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "owner";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "is_cancel_requested";