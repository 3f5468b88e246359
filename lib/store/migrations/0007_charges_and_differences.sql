CREATE TABLE "console"."indexed_differences" (
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"field" text NOT NULL,
	"before" text,
	"after" text,
	"before_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "indexed_differences_source_kind_id_field_seen_at_pk" PRIMARY KEY("source","kind","id","field","seen_at")
);
--> statement-breakpoint
ALTER TABLE "console"."indexed_invoices" ADD COLUMN "charges" json;--> statement-breakpoint
ALTER TABLE "console"."indexed_subscriptions" ADD COLUMN "pays" text;--> statement-breakpoint
CREATE INDEX "indexed_differences_seen" ON "console"."indexed_differences" USING btree ("source","seen_at");