-- Without watched objects.
CREATE OR REPLACE FUNCTION "console"."forget_seen_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_everything THEN
    DELETE FROM "console"."seen_objects";
    RETURN NULL;
  END IF;
  WITH hashes AS (SELECT hash FROM "console"."forgotten_objects" WHERE number = NEW.number),
    found AS (
      SELECT kind, id, subscription_id FROM "console"."seen_objects"
      WHERE hashtextextended((kind || ':' || id) COLLATE "C", 0) IN (TABLE hashes)
        OR hashtextextended(('customer:' || customer_id) COLLATE "C", 0) IN (TABLE hashes)),
    named AS (
      SELECT kind, id FROM found UNION SELECT 'subscription', subscription_id FROM found WHERE subscription_id IS NOT NULL),
    gone_differences AS (DELETE FROM "console"."indexed_differences" WHERE (kind, id) IN (TABLE named)),
    gone_opened AS (DELETE FROM "console"."opened_objects" WHERE (kind, id) IN (TABLE named))
  DELETE FROM "console"."seen_objects" WHERE (kind, id) IN (TABLE named);
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER TABLE "console"."watched_objects" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."batch_rows" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."batches" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."alert_deliveries" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."alert_emails" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."alert_events" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."alert_searches" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."alert_subscribers" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."webhooks" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "console"."watched_objects" CASCADE;--> statement-breakpoint
DROP TABLE "console"."batch_rows" CASCADE;--> statement-breakpoint
DROP TABLE "console"."batches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_deliveries" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_emails" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_events" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_searches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_subscribers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."webhooks" CASCADE;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" RENAME COLUMN "batch_id" TO "group_id";--> statement-breakpoint
DROP INDEX "console"."subscription_changes_batch";--> statement-breakpoint
DROP INDEX "console"."subscription_changes_one_open";--> statement-breakpoint
DROP INDEX "console"."subscription_changes_open";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "group_position" integer;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "seen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "decided_by_user" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_group" ON "console"."subscription_changes" USING btree ("group_id","subscription_id") WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_one_open" ON "console"."subscription_changes" USING btree (coalesce("source", "billing_api"),"subscription_id") WHERE (state in ('QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));--> statement-breakpoint
CREATE INDEX "subscription_changes_open" ON "console"."subscription_changes" USING btree ("created_at","id") WHERE (state in ('QUEUED', 'PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));