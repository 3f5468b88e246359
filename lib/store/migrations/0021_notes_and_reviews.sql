CREATE TABLE "console"."finding_reviews" (
	"source" text COLLATE "C" NOT NULL,
	"invoice_id" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"finding" jsonb NOT NULL,
	"digest" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "finding_reviews_invoice_id_source_hash_pk" PRIMARY KEY("invoice_id","source","hash")
);
--> statement-breakpoint
CREATE TABLE "console"."notes" (
	"note_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"edited_at" timestamp(3) with time zone,
	"customers" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notes_object" ON "console"."notes" USING btree ("id","source","kind","created_at");