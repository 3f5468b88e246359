-- Each key holds the column by which a cluster distributes its table. New indexes of a large table take minutes: they are made
-- first, while others read, and the keys change in a moment at the end.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE TABLE "import_turns" (
	"merchant_id" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "customers_id" ON "customers" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_items_id" ON "invoice_line_items" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_items_merchant_id_invoice_id_id_pk" ON "invoice_line_items" USING btree ("merchant_id","invoice_id","id");--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_merchant_id_id_pk";--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_external_id_pk" PRIMARY KEY USING INDEX "customers_external_id";--> statement-breakpoint
ALTER TABLE "invoice_line_items" DROP CONSTRAINT "invoice_line_items_merchant_id_id_pk";--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD CONSTRAINT "invoice_line_items_merchant_id_invoice_id_id_pk" PRIMARY KEY USING INDEX "invoice_line_items_merchant_id_invoice_id_id_pk";--> statement-breakpoint
DROP INDEX "invoice_line_items_invoice_id";
