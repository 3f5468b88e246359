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
DROP TABLE "console"."watched_objects" CASCADE;--> statement-breakpoint
DROP TABLE "console"."saved_views" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_deliveries" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_emails" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_events" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_searches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_subscribers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."webhooks" CASCADE;