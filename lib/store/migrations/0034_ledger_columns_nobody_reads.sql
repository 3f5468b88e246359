ALTER TABLE "console"."ledger_blocks" DROP COLUMN "billing_cadence";--> statement-breakpoint
ALTER TABLE "console"."ledger_sums" DROP COLUMN "unreadable";