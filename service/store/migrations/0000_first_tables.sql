CREATE TABLE "api_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"merchant_id" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billables" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"slug" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"status" text NOT NULL,
	"billable_type" text NOT NULL,
	"external_flag_id" text,
	"included_label" text,
	"single_unit_label" text,
	"multiple_unit_label" text,
	"is_private" boolean NOT NULL,
	"show_on_invoice" boolean NOT NULL,
	"hidden" boolean NOT NULL,
	"display_order" numeric,
	"event_query_rules" jsonb,
	CONSTRAINT "billables_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_ledgers" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"first_sequence" bigint DEFAULT 1 NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"clock" timestamp(3) with time zone,
	CONSTRAINT "customer_ledgers_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"name" text,
	"email" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "customers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_line_items" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"invoice_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"price_id" text COLLATE "C" NOT NULL,
	"amount" numeric NOT NULL,
	"description" text NOT NULL,
	"quantity" numeric NOT NULL,
	"unit_price" numeric NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"price" jsonb NOT NULL,
	CONSTRAINT "invoice_line_items_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"due_date" timestamp(3) with time zone NOT NULL,
	"issue_date" timestamp(3) with time zone NOT NULL,
	"pending_date" timestamp(3) with time zone NOT NULL,
	"external_id" text,
	"status" text NOT NULL,
	"vanity_id" bigint NOT NULL,
	"vanity_id_string" text NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"subscription_id" text COLLATE "C" NOT NULL,
	"auto_sync_invoice" boolean,
	"auto_send_invoice" boolean,
	"auto_charge_invoice" boolean,
	"payment_gateway" text,
	CONSTRAINT "invoices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"plan_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"price_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "plan_prices_merchant_id_plan_id_position_pk" PRIMARY KEY("merchant_id","plan_id","position")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"external_id" text,
	"cross_environment_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"currency" text NOT NULL,
	"net_terms" text,
	"is_private" boolean NOT NULL,
	"purchasable" boolean NOT NULL,
	"request_pricing_text" text,
	"request_pricing_url" text,
	"status" text NOT NULL,
	"base_plan_price_id" text COLLATE "C",
	"base_plan_price_quarterly_id" text COLLATE "C",
	"base_plan_price_annually_id" text COLLATE "C",
	"base_plan_price_monthly_status" text,
	"base_plan_price_quarterly_status" text,
	"base_plan_price_annually_status" text,
	CONSTRAINT "plans_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"billable_id" text COLLATE "C",
	"custom_pricing_unit_id" text COLLATE "C",
	"name" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"billing_cadence" text NOT NULL,
	"billing_mode" text NOT NULL,
	"block_overage" boolean NOT NULL,
	"entity_type" text NOT NULL,
	"price_type" text NOT NULL,
	"rules" jsonb NOT NULL,
	"status" text NOT NULL,
	"uses_custom_pricing_unit" boolean NOT NULL,
	"limit" numeric,
	"max_usage" numeric,
	CONSTRAINT "prices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"plan_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone,
	"status" text NOT NULL,
	"allow_customer_changes" boolean NOT NULL,
	"auto_charge_invoice" boolean NOT NULL,
	"auto_sync_invoice" boolean NOT NULL,
	"auto_send_invoice" boolean NOT NULL,
	"payment_gateway" text,
	"is_trial" boolean NOT NULL,
	"charge_for_usage_based_prices_during_trial" boolean NOT NULL,
	"billing_cadence" text NOT NULL,
	"currency" text NOT NULL,
	"net_terms" text,
	CONSTRAINT "subscriptions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"merchant_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"type" text NOT NULL,
	"amount" numeric NOT NULL,
	"previous_balance" numeric,
	"new_balance" numeric,
	"allocation_block_id" text COLLATE "C",
	"billable_id" text COLLATE "C",
	"event_id" text COLLATE "C",
	"operation_id" text COLLATE "C",
	"billable" jsonb,
	"allocation_block" jsonb,
	CONSTRAINT "transactions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billables" ADD CONSTRAINT "billables_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_ledgers" ADD CONSTRAINT "customer_ledgers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_invoice" FOREIGN KEY ("merchant_id","invoice_id") REFERENCES "public"."invoices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan" FOREIGN KEY ("merchant_id","plan_id") REFERENCES "public"."plans"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_price" FOREIGN KEY ("merchant_id","price_id") REFERENCES "public"."prices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan" FOREIGN KEY ("merchant_id","plan_id") REFERENCES "public"."plans"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_ledger" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customer_ledgers"("merchant_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_merchant" ON "api_keys" USING btree ("merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_id" ON "customers" USING btree ("merchant_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_items_position" ON "invoice_line_items" USING btree ("merchant_id","invoice_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_sequence" ON "transactions" USING btree ("merchant_id","customer_id","sequence");