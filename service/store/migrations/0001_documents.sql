-- Each row becomes the JSON document it was read as; the columns that only repeat it go.
ALTER TABLE "billables" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "plans" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "prices" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "updated_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "billables" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "changed_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "document" json;
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "document" json;
--> statement-breakpoint
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE FUNCTION pg_temp.iso("at" timestamp with time zone) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
UPDATE "billables" AS o SET "document" = json_build_object(
    'id', o."id",
    'name', o."name",
    'description', o."description",
    'slug', o."slug",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'status', o."status",
    'billableType', o."billable_type",
    'externalFlagId', o."external_flag_id",
    'includedLabel', o."included_label",
    'singleUnitLabel', o."single_unit_label",
    'multipleUnitLabel', o."multiple_unit_label",
    'isPrivate', o."is_private",
    'showOnInvoice', o."show_on_invoice",
    'hidden', o."hidden",
    'displayOrder', o."display_order",
    'eventQueryRules', o."event_query_rules"::json
  );
--> statement-breakpoint
UPDATE "customers" AS o SET "document" = json_build_object(
    'id', o."id",
    'externalId', o."external_id",
    'name', o."name",
    'email', o."email"
  );
--> statement-breakpoint
UPDATE "prices" AS o SET "document" = json_build_object(
    'merchantId', o."merchant_id",
    'id', o."id",
    'billableId', o."billable_id",
    'customPricingUnitId', o."custom_pricing_unit_id",
    'name', o."name",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'billingCadence', o."billing_cadence",
    'billingMode', o."billing_mode",
    'blockOverage', o."block_overage",
    'entityType', o."entity_type",
    'priceType', o."price_type",
    'rules', o."rules"::json,
    'status', o."status",
    'usesCustomPricingUnit', o."uses_custom_pricing_unit",
    'limit', o."limit",
    'maxUsage', o."max_usage",
    'billable', NULL
  );
--> statement-breakpoint
UPDATE "plans" AS o SET "document" = json_build_object(
    'merchantId', o."merchant_id",
    'id', o."id",
    'externalId', o."external_id",
    'crossEnvironmentId', o."cross_environment_id",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'name', o."name",
    'description', o."description",
    'currency', o."currency",
    'netTerms', o."net_terms",
    'isPrivate', o."is_private",
    'purchasable', o."purchasable",
    'requestPricingText', o."request_pricing_text",
    'requestPricingUrl', o."request_pricing_url",
    'status', o."status",
    'basePlanPriceId', o."base_plan_price_id",
    'basePlanPriceQuarterlyId', o."base_plan_price_quarterly_id",
    'basePlanPriceAnnuallyId', o."base_plan_price_annually_id",
    'basePlanPriceMonthlyStatus', o."base_plan_price_monthly_status",
    'basePlanPriceQuarterlyStatus', o."base_plan_price_quarterly_status",
    'basePlanPriceAnnuallyStatus', o."base_plan_price_annually_status",
    'prices', coalesce((
      SELECT json_agg(json_build_object('price', json_build_object('id', p."price_id")) ORDER BY p."position")
      FROM "plan_prices" AS p WHERE p."merchant_id" = o."merchant_id" AND p."plan_id" = o."id"
    ), '[]'),
    'basePlanPrice', NULL,
    'basePlanPriceQuarterly', NULL,
    'basePlanPriceAnnually', NULL
  );
--> statement-breakpoint
UPDATE "subscriptions" AS o SET "document" = json_build_object(
    'merchantId', o."merchant_id",
    'id', o."id",
    'customerId', o."customer_id",
    'planId', o."plan_id",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'startDate', pg_temp.iso(o."start_date"),
    'endDate', pg_temp.iso(o."end_date"),
    'status', o."status",
    'allowCustomerChanges', o."allow_customer_changes",
    'autoChargeInvoice', o."auto_charge_invoice",
    'autoSyncInvoice', o."auto_sync_invoice",
    'autoSendInvoice', o."auto_send_invoice",
    'paymentGateway', o."payment_gateway",
    'isTrial', o."is_trial",
    'chargeForUsageBasedPricesDuringTrial', o."charge_for_usage_based_prices_during_trial",
    'billingCadence', o."billing_cadence",
    'currency', o."currency",
    'netTerms', o."net_terms",
    'plan', json_build_object('id', o."plan_id")
  );
--> statement-breakpoint
UPDATE "invoices" AS o SET "document" = json_build_object(
    'merchantId', o."merchant_id",
    'id', o."id",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'dueDate', pg_temp.iso(o."due_date"),
    'issueDate', pg_temp.iso(o."issue_date"),
    'pendingDate', pg_temp.iso(o."pending_date"),
    'externalId', o."external_id",
    'status', o."status",
    'vanityId', o."vanity_id",
    'vanityIdString', o."vanity_id_string",
    'customerId', o."customer_id",
    'subscriptionId', o."subscription_id",
    'autoSyncInvoice', o."auto_sync_invoice",
    'autoSendInvoice', o."auto_send_invoice",
    'autoChargeInvoice', o."auto_charge_invoice",
    'paymentGateway', o."payment_gateway",
    'invoiceLineItems', coalesce((
      SELECT json_agg(json_build_object(
        'merchantId', l."merchant_id",
        'id', l."id",
        'invoiceId', l."invoice_id",
        'priceId', l."price_id",
        'amount', l."amount",
        'description', l."description",
        'startDate', pg_temp.iso(l."start_date"),
        'endDate', pg_temp.iso(l."end_date"),
        'createdAt', pg_temp.iso(l."created_at"),
        'updatedAt', pg_temp.iso(l."updated_at"),
        'details', json_build_object('quantity', l."quantity", 'unitPrice', l."unit_price"),
        'price', l."price"::json
      ) ORDER BY l."position")
      FROM "invoice_line_items" AS l WHERE l."merchant_id" = o."merchant_id" AND l."invoice_id" = o."id"
    ), '[]')
  );
--> statement-breakpoint
-- The balances are there only where they were stored; operationId is last, so what is cut is the closing brace.
UPDATE "transactions" AS o SET "document" = (
  left(json_build_object(
    'merchantId', o."merchant_id",
    'customerId', o."customer_id",
    'id', o."id",
    'createdAt', pg_temp.iso(o."created_at"),
    'updatedAt', pg_temp.iso(o."updated_at"),
    'type', o."type",
    'amount', o."amount",
    'allocationBlockId', o."allocation_block_id",
    'billableId', o."billable_id",
    'eventId', o."event_id",
    'billable', o."billable"::json,
    'allocationBlock', o."allocation_block"::json,
    'operationId', o."operation_id"
  )::text, -1)
  || coalesce(', "previousBalance" : ' || o."previous_balance", '')
  || coalesce(', "newBalance" : ' || o."new_balance", '')
  || '}'
)::json;
--> statement-breakpoint
-- It was the time of the import, not the customer's.
UPDATE "customers" SET "updated_at" = NULL;
--> statement-breakpoint
ALTER TABLE "billables" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "plans" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "prices" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "document" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "plan_prices" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP TABLE "plan_prices" CASCADE;
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_plan";
--> statement-breakpoint
DROP INDEX "invoice_line_items_position";
--> statement-breakpoint
CREATE INDEX "invoice_line_items_invoice_id" ON "invoice_line_items" USING btree ("merchant_id","invoice_id");
--> statement-breakpoint
ALTER TABLE "billables"
  DROP COLUMN "name",
  DROP COLUMN "description",
  DROP COLUMN "slug",
  DROP COLUMN "created_at",
  DROP COLUMN "status",
  DROP COLUMN "billable_type",
  DROP COLUMN "external_flag_id",
  DROP COLUMN "included_label",
  DROP COLUMN "single_unit_label",
  DROP COLUMN "multiple_unit_label",
  DROP COLUMN "is_private",
  DROP COLUMN "show_on_invoice",
  DROP COLUMN "hidden",
  DROP COLUMN "display_order",
  DROP COLUMN "event_query_rules";
--> statement-breakpoint
ALTER TABLE "customers"
  DROP COLUMN "name",
  DROP COLUMN "email",
  DROP COLUMN "created_at";
--> statement-breakpoint
ALTER TABLE "invoice_line_items"
  DROP COLUMN "position",
  DROP COLUMN "price_id",
  DROP COLUMN "amount",
  DROP COLUMN "description",
  DROP COLUMN "quantity",
  DROP COLUMN "unit_price",
  DROP COLUMN "start_date",
  DROP COLUMN "end_date",
  DROP COLUMN "created_at",
  DROP COLUMN "updated_at",
  DROP COLUMN "price";
--> statement-breakpoint
ALTER TABLE "invoices"
  DROP COLUMN "created_at",
  DROP COLUMN "due_date",
  DROP COLUMN "issue_date",
  DROP COLUMN "pending_date",
  DROP COLUMN "external_id",
  DROP COLUMN "status",
  DROP COLUMN "vanity_id",
  DROP COLUMN "vanity_id_string",
  DROP COLUMN "customer_id",
  DROP COLUMN "subscription_id",
  DROP COLUMN "auto_sync_invoice",
  DROP COLUMN "auto_send_invoice",
  DROP COLUMN "auto_charge_invoice",
  DROP COLUMN "payment_gateway";
--> statement-breakpoint
ALTER TABLE "plans"
  DROP COLUMN "external_id",
  DROP COLUMN "cross_environment_id",
  DROP COLUMN "created_at",
  DROP COLUMN "name",
  DROP COLUMN "description",
  DROP COLUMN "currency",
  DROP COLUMN "net_terms",
  DROP COLUMN "is_private",
  DROP COLUMN "purchasable",
  DROP COLUMN "request_pricing_text",
  DROP COLUMN "request_pricing_url",
  DROP COLUMN "status",
  DROP COLUMN "base_plan_price_id",
  DROP COLUMN "base_plan_price_quarterly_id",
  DROP COLUMN "base_plan_price_annually_id",
  DROP COLUMN "base_plan_price_monthly_status",
  DROP COLUMN "base_plan_price_quarterly_status",
  DROP COLUMN "base_plan_price_annually_status";
--> statement-breakpoint
ALTER TABLE "prices"
  DROP COLUMN "billable_id",
  DROP COLUMN "custom_pricing_unit_id",
  DROP COLUMN "name",
  DROP COLUMN "created_at",
  DROP COLUMN "billing_cadence",
  DROP COLUMN "billing_mode",
  DROP COLUMN "block_overage",
  DROP COLUMN "entity_type",
  DROP COLUMN "price_type",
  DROP COLUMN "rules",
  DROP COLUMN "status",
  DROP COLUMN "uses_custom_pricing_unit",
  DROP COLUMN "limit",
  DROP COLUMN "max_usage";
--> statement-breakpoint
ALTER TABLE "subscriptions"
  DROP COLUMN "created_at",
  DROP COLUMN "allow_customer_changes",
  DROP COLUMN "auto_charge_invoice",
  DROP COLUMN "auto_sync_invoice",
  DROP COLUMN "auto_send_invoice",
  DROP COLUMN "payment_gateway",
  DROP COLUMN "is_trial",
  DROP COLUMN "charge_for_usage_based_prices_during_trial",
  DROP COLUMN "currency",
  DROP COLUMN "net_terms";
--> statement-breakpoint
ALTER TABLE "transactions"
  DROP COLUMN "type",
  DROP COLUMN "amount",
  DROP COLUMN "previous_balance",
  DROP COLUMN "new_balance",
  DROP COLUMN "allocation_block_id",
  DROP COLUMN "billable_id",
  DROP COLUMN "event_id",
  DROP COLUMN "operation_id",
  DROP COLUMN "billable",
  DROP COLUMN "allocation_block";
