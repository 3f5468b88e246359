ALTER TABLE "console"."subscription_changes" ADD COLUMN "user_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "access_key_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "console"."batches" ADD COLUMN "decided_by_user" text COLLATE "C";