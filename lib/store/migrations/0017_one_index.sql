CREATE TABLE "console"."seen_names" (
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"field" text NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "seen_names_id_source_kind_field_pk" PRIMARY KEY("id","source","kind","field")
);
--> statement-breakpoint
CREATE TABLE "console"."seen_objects" (
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C",
	"status" text,
	"at" timestamp(3) with time zone,
	"customer_id" text COLLATE "C",
	"subscription_id" text COLLATE "C",
	"seen_at" timestamp(3) with time zone NOT NULL,
	"gone_at" timestamp(3) with time zone,
	"row" jsonb NOT NULL,
	CONSTRAINT "seen_objects_id_source_kind_pk" PRIMARY KEY("id","source","kind")
);
--> statement-breakpoint
-- No forgetting runs meanwhile (FENCE_LOCK of lib/server/object-index/forget-fence.ts): its customer would be copied.
SELECT pg_advisory_xact_lock(4211981);--> statement-breakpoint
-- JSON with escapes that jsonb refuses is left out, as if an older version had read the object.
INSERT INTO "console"."seen_objects"
SELECT source, 'subscription', id, plan_name, status, end_date, customer_id, NULL, seen_at, gone_at, jsonb_build_object(
  'startDate', to_char(start_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'billingCadence', billing_cadence, 'currency', currency, 'isTrial', is_trial, 'pays', pays, 'basePrice', base_price)
FROM "console"."indexed_subscriptions";--> statement-breakpoint
INSERT INTO "console"."seen_objects"
SELECT source, 'invoice', id, number, status, due_date, customer_id, subscription_id, seen_at, gone_at, jsonb_build_object(
  'digits', digits, 'total', total,
  'issueDate', to_char(issue_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'periodStart', to_char(period_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'periodEnd', to_char(period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'findings', CASE WHEN findings::text !~ '\\u(0000|[dD][89a-fA-F])' THEN findings::jsonb END,
  'charges', CASE WHEN charges::text !~ '\\u(0000|[dD][89a-fA-F])' THEN charges::jsonb END)
FROM "console"."indexed_invoices";--> statement-breakpoint
INSERT INTO "console"."seen_objects"
SELECT source, 'customer', id, NULL, NULL, newest_at, NULL, NULL, seen_at, gone_at, jsonb_build_object(
  'count', count,
  'balances', CASE WHEN balances::text !~ '\\u(0000|[dD][89a-fA-F])' THEN balances::jsonb END)
FROM "console"."indexed_ledgers";--> statement-breakpoint
INSERT INTO "console"."seen_names"
SELECT source, kind, id, field, lower(sent COLLATE "C"), seen_at
FROM "console"."seen_objects" CROSS JOIN LATERAL (
  VALUES ('id', id), ('name', name), ('digits', "row" ->> 'digits'), ('customer', customer_id)) AS named (field, sent)
WHERE sent IS NOT NULL;--> statement-breakpoint
CREATE INDEX "seen_names_key" ON "console"."seen_names" USING btree ("field","kind","source","key","seen_at");--> statement-breakpoint
CREATE INDEX "seen_objects_seen" ON "console"."seen_objects" USING btree ("source","seen_at","kind");--> statement-breakpoint
CREATE INDEX "seen_objects_customer" ON "console"."seen_objects" USING btree ("source","customer_id");--> statement-breakpoint
CREATE INDEX "seen_objects_subscription" ON "console"."seen_objects" USING btree ("source","subscription_id");--> statement-breakpoint
-- The embedded database never does it by itself.
ANALYZE "console"."seen_objects", "console"."seen_names";--> statement-breakpoint
-- The names of deleted objects, without a look-up for each, as a foreign key would have it.
CREATE FUNCTION "console"."delete_seen_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "console"."seen_names" AS name USING gone
  WHERE name.source = gone.source AND name.kind = gone.kind AND name.id = gone.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER delete_seen_names AFTER DELETE ON "console"."seen_objects"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "console"."delete_seen_names"();--> statement-breakpoint
-- A console of the version before forgets in its own tables. This deletes here what it named, and what belongs to a customer that it named.
CREATE FUNCTION "console"."forget_seen_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    gone_opened AS (DELETE FROM "console"."opened_objects" WHERE (kind, id) IN (TABLE named)),
    gone_watched AS (DELETE FROM "console"."watched_objects" WHERE (kind, id) IN (TABLE named))
  DELETE FROM "console"."seen_objects" WHERE (kind, id) IN (TABLE named);
  RETURN NULL;
END $$;--> statement-breakpoint
-- At the end of the transaction, so that this version counts the rows that it deletes itself.
CREATE CONSTRAINT TRIGGER forget_seen_objects AFTER INSERT ON "console"."forgettings"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "console"."forget_seen_objects"();
