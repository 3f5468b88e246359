ALTER TABLE "console"."write_operations" RENAME TO "subscription_changes";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" RENAME COLUMN "changes" TO "differences";--> statement-breakpoint
ALTER INDEX "console"."write_operations_pkey" RENAME TO "subscription_changes_pkey";--> statement-breakpoint
ALTER INDEX "console"."write_operations_one_open" RENAME TO "subscription_changes_one_open";--> statement-breakpoint
ALTER INDEX "console"."write_operations_open" RENAME TO "subscription_changes_open";--> statement-breakpoint
ALTER INDEX "console"."write_operations_newest" RENAME TO "subscription_changes_newest";--> statement-breakpoint
ALTER INDEX "console"."write_operations_subscription" RENAME TO "subscription_changes_subscription";
