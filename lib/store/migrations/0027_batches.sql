CREATE TABLE "console"."batch_rows" (
	"batch_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"read_at" timestamp(3) with time zone,
	"preview" text,
	"effect" text,
	"may_delete" boolean NOT NULL,
	"shown" jsonb,
	"seen" json,
	"as_of" timestamp(3) with time zone,
	"problem" text,
	CONSTRAINT "batch_rows_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);
--> statement-breakpoint
CREATE TABLE "console"."batches" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"reason" text,
	"ticket" text,
	"proposed_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"intent" bigint,
	"decided_at" timestamp(3) with time zone,
	"decided_by" text,
	"decision_reason" text
);
--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ADD COLUMN "batch_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "console"."batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "console"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_rows_id" ON "console"."batch_rows" USING btree ("id");--> statement-breakpoint
CREATE INDEX "batches_created" ON "console"."batches" USING btree ("source","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_batch" ON "console"."subscription_changes" USING btree ("batch_id","subscription_id") WHERE batch_id is not null;