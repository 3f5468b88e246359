CREATE TABLE "console"."indexed_invoices" (
	"source" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"number" text COLLATE "C",
	"digits" text COLLATE "C",
	"status" text,
	"total" text,
	"issue_date" timestamp(3) with time zone,
	"due_date" timestamp(3) with time zone,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"customer_id" text COLLATE "C",
	"subscription_id" text COLLATE "C",
	"seen_at" timestamp(3) with time zone NOT NULL,
	"gone_at" timestamp(3) with time zone,
	CONSTRAINT "indexed_invoices_source_id_pk" PRIMARY KEY("source","id")
);
--> statement-breakpoint
CREATE TABLE "console"."indexed_ledgers" (
	"source" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"count" integer,
	"balances" json,
	"newest_at" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"gone_at" timestamp(3) with time zone,
	CONSTRAINT "indexed_ledgers_source_id_pk" PRIMARY KEY("source","id")
);
--> statement-breakpoint
CREATE TABLE "console"."indexed_links" (
	"source" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"transaction_id" text COLLATE "C",
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "indexed_links_source_external_id_id_pk" PRIMARY KEY("source","external_id","id")
);
--> statement-breakpoint
CREATE TABLE "console"."indexed_subscriptions" (
	"source" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"plan_name" text COLLATE "C",
	"status" text,
	"start_date" timestamp(3) with time zone,
	"end_date" timestamp(3) with time zone,
	"billing_cadence" text,
	"currency" text,
	"customer_id" text COLLATE "C",
	"seen_at" timestamp(3) with time zone NOT NULL,
	"gone_at" timestamp(3) with time zone,
	CONSTRAINT "indexed_subscriptions_source_id_pk" PRIMARY KEY("source","id")
);
--> statement-breakpoint
DROP INDEX "console"."subscription_changes_one_open";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "source" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "indexed_invoices_id_key" ON "console"."indexed_invoices" USING btree ("source",lower("id"));--> statement-breakpoint
CREATE INDEX "indexed_invoices_number_key" ON "console"."indexed_invoices" USING btree ("source",lower("number"));--> statement-breakpoint
CREATE INDEX "indexed_invoices_digits_key" ON "console"."indexed_invoices" USING btree ("source",lower("digits"));--> statement-breakpoint
CREATE INDEX "indexed_invoices_customer_key" ON "console"."indexed_invoices" USING btree ("source",lower("customer_id"),"seen_at");--> statement-breakpoint
CREATE INDEX "indexed_invoices_subscription" ON "console"."indexed_invoices" USING btree ("source","subscription_id");--> statement-breakpoint
CREATE INDEX "indexed_invoices_seen" ON "console"."indexed_invoices" USING btree ("source","seen_at");--> statement-breakpoint
CREATE INDEX "indexed_ledgers_id_key" ON "console"."indexed_ledgers" USING btree ("source",lower("id"));--> statement-breakpoint
CREATE INDEX "indexed_ledgers_seen" ON "console"."indexed_ledgers" USING btree ("source","seen_at");--> statement-breakpoint
CREATE INDEX "indexed_links_id" ON "console"."indexed_links" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "indexed_links_seen" ON "console"."indexed_links" USING btree ("source","seen_at");--> statement-breakpoint
CREATE INDEX "indexed_subscriptions_id_key" ON "console"."indexed_subscriptions" USING btree ("source",lower("id"));--> statement-breakpoint
CREATE INDEX "indexed_subscriptions_plan_key" ON "console"."indexed_subscriptions" USING btree ("source",lower("plan_name"),"seen_at");--> statement-breakpoint
CREATE INDEX "indexed_subscriptions_customer_key" ON "console"."indexed_subscriptions" USING btree ("source",lower("customer_id"),"seen_at");--> statement-breakpoint
CREATE INDEX "indexed_subscriptions_seen" ON "console"."indexed_subscriptions" USING btree ("source","seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_one_open" ON "console"."subscription_changes" USING btree (coalesce("source", "billing_api"),"subscription_id") WHERE (state in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));