DROP INDEX "console"."audit_entries_completes";--> statement-breakpoint
CREATE INDEX "audit_entries_intents" ON "console"."audit_entries" USING btree ("sequence") WHERE phase = 'intent';--> statement-breakpoint
CREATE INDEX "audit_entries_completes" ON "console"."audit_entries" USING btree ("completes","sequence");