ALTER TABLE "console"."subscription_changes" ADD COLUMN "external_customer_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "decided_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "decision_reason" text;--> statement-breakpoint
CREATE INDEX "subscription_changes_proposed" ON "console"."subscription_changes" USING btree ("created_at","id") WHERE state = 'PROPOSED';