ALTER TABLE "console"."batch_rows" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "console"."batches" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "console"."batch_rows" CASCADE;--> statement-breakpoint
DROP TABLE "console"."batches" CASCADE;--> statement-breakpoint
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