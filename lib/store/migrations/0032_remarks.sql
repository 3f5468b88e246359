CREATE TABLE "console"."remarks" (
	"remark_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"edited_at" timestamp(3) with time zone,
	"customers" text[] DEFAULT '{}' NOT NULL,
	"finding" jsonb,
	"digest" text COLLATE "C"
);
--> statement-breakpoint
INSERT INTO "console"."remarks" ("remark_id", "source", "kind", "id", "text", "user", "author", "created_at", "edited_at", "customers")
	SELECT "note_id", "source", "kind", "id", "text", "user", "author", "created_at", "edited_at", "customers" FROM "console"."notes";--> statement-breakpoint
INSERT INTO "console"."remarks" ("remark_id", "source", "kind", "id", "text", "user", "author", "created_at", "finding", "digest")
	SELECT 'review_' || gen_random_uuid(), "source", 'invoice', "invoice_id", "reason", "by", "by", "at", "finding", "digest" FROM "console"."finding_reviews";--> statement-breakpoint
DROP TABLE "console"."finding_reviews" CASCADE;--> statement-breakpoint
DROP TABLE "console"."notes" CASCADE;--> statement-breakpoint
CREATE INDEX "remarks_object" ON "console"."remarks" USING btree ("id","source","kind","created_at");