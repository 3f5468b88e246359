CREATE TABLE "console"."ledger_exports" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"run" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"rows" integer NOT NULL,
	"total" bigint,
	"outcome" text,
	"started_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"is_cancel_requested" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."process_reports" (
	"process" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"figures" json NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_exports_started" ON "console"."ledger_exports" USING btree ("started_at");