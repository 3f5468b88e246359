-- Written by hand: a job goes on with a read that runs, and reads of before have none. They go on when a person reads on.
UPDATE "console"."ledger_reads" SET "state" = 'partial', "why" = 'the console was upgraded' WHERE "state" = 'running';--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "changed_days";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "owner";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "console"."ledger_reads" DROP COLUMN "is_cancel_requested";