CREATE TABLE "console"."ledger_blocks" (
	"read_id" integer NOT NULL,
	"block" text COLLATE "C" NOT NULL,
	"pool" text COLLATE "C" NOT NULL,
	"invoice_id" text COLLATE "C",
	"invoice_number" text COLLATE "C",
	"plan_name" text COLLATE "C",
	"billing_cadence" text,
	"left" numeric,
	"has_grant" boolean NOT NULL,
	"is_overdrawn" boolean NOT NULL,
	CONSTRAINT "ledger_blocks_read_id_block_pk" PRIMARY KEY("read_id","block")
);
--> statement-breakpoint
CREATE TABLE "console"."ledger_days" (
	"read_id" integer NOT NULL,
	"pool" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"opening" numeric,
	"closing" numeric,
	CONSTRAINT "ledger_days_read_id_pool_day_pk" PRIMARY KEY("read_id","pool","day")
);
--> statement-breakpoint
CREATE TABLE "console"."ledger_id_hashes" (
	"read_id" integer NOT NULL,
	"chunk" integer NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "ledger_id_hashes_read_id_chunk_pk" PRIMARY KEY("read_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "console"."ledger_pages" (
	"read_id" integer NOT NULL,
	"page" integer NOT NULL,
	"entries" integer NOT NULL,
	"digest" text NOT NULL,
	"first_at" timestamp(3) with time zone,
	"last_at" timestamp(3) with time zone,
	CONSTRAINT "ledger_pages_read_id_page_pk" PRIMARY KEY("read_id","page")
);
--> statement-breakpoint
CREATE TABLE "console"."ledger_reads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."ledger_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"generation" integer NOT NULL,
	"state" text NOT NULL,
	"is_resumable" boolean NOT NULL,
	"pages" integer NOT NULL,
	"entries" integer NOT NULL,
	"total" integer,
	"sums" integer NOT NULL,
	"is_by_month" boolean NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"started_at_entry" integer NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"as_of" timestamp(3) with time zone,
	"compared_at" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"why" text,
	"break_count" integer NOT NULL,
	"breaks" json NOT NULL,
	"walk" json NOT NULL,
	"check" json NOT NULL,
	"changed_days" json,
	"owner" text,
	"lease_until" timestamp(3) with time zone,
	"is_cancel_requested" boolean NOT NULL,
	CONSTRAINT "ledger_reads_ledger" UNIQUE("source","external_id","generation")
);
--> statement-breakpoint
CREATE TABLE "console"."ledger_sums" (
	"read_id" integer NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"pool" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"billable" text COLLATE "C" NOT NULL,
	"block" text COLLATE "C" NOT NULL,
	"billable_name" text COLLATE "C" NOT NULL,
	"entries" integer NOT NULL,
	"amount" numeric NOT NULL,
	"added" numeric NOT NULL,
	"unreadable" integer NOT NULL,
	"first_at" timestamp(3) with time zone,
	"last_at" timestamp(3) with time zone,
	CONSTRAINT "ledger_sums_read_id_day_pool_type_billable_block_pk" PRIMARY KEY("read_id","day","pool","type","billable","block")
);
--> statement-breakpoint
ALTER TABLE "console"."ledger_blocks" ADD CONSTRAINT "ledger_blocks_read_id_ledger_reads_id_fk" FOREIGN KEY ("read_id") REFERENCES "console"."ledger_reads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."ledger_days" ADD CONSTRAINT "ledger_days_read_id_ledger_reads_id_fk" FOREIGN KEY ("read_id") REFERENCES "console"."ledger_reads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."ledger_id_hashes" ADD CONSTRAINT "ledger_id_hashes_read_id_ledger_reads_id_fk" FOREIGN KEY ("read_id") REFERENCES "console"."ledger_reads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."ledger_pages" ADD CONSTRAINT "ledger_pages_read_id_ledger_reads_id_fk" FOREIGN KEY ("read_id") REFERENCES "console"."ledger_reads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."ledger_sums" ADD CONSTRAINT "ledger_sums_read_id_ledger_reads_id_fk" FOREIGN KEY ("read_id") REFERENCES "console"."ledger_reads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_blocks_invoice" ON "console"."ledger_blocks" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "ledger_reads_updated" ON "console"."ledger_reads" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "ledger_reads_external" ON "console"."ledger_reads" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "ledger_sums_block" ON "console"."ledger_sums" USING btree ("read_id","block");