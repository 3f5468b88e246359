-- Whole ledgers that were read before do not say which way a positive deduction counts. They are read anew when asked for.
DELETE FROM "console"."ledger_reads";
