ALTER TABLE "console"."indexed_invoices" ADD COLUMN "findings" json;--> statement-breakpoint
ALTER TABLE "console"."indexed_subscriptions" ADD COLUMN "is_trial" boolean;