CREATE TABLE "console"."write_operations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"billing_api" text NOT NULL,
	"action" text NOT NULL,
	"subscription_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	"revision" integer NOT NULL,
	"actor" text NOT NULL,
	"role" text NOT NULL,
	"reason" text NOT NULL,
	"ticket" text,
	"request_id" text NOT NULL,
	"intent" bigint NOT NULL,
	"seen" json NOT NULL,
	"changes" json NOT NULL,
	"before" json,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"next_check_at" timestamp(3) with time zone,
	"checks" integer NOT NULL,
	"quiet_checks" integer NOT NULL,
	"gone_checks" integer NOT NULL,
	"holder" text,
	"held_until" timestamp(3) with time zone,
	"upstream_status" integer,
	"upstream_message" text,
	"closed_at" timestamp(3) with time zone,
	"closed_by" text,
	"close_note" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "write_operations_one_open" ON "console"."write_operations" USING btree ("billing_api","subscription_id") WHERE (state in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));--> statement-breakpoint
CREATE INDEX "write_operations_open" ON "console"."write_operations" USING btree ("created_at","id") WHERE (state in ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN') or (state = 'NEEDS_REVIEW' and closed_at is null));--> statement-breakpoint
CREATE INDEX "write_operations_newest" ON "console"."write_operations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "write_operations_subscription" ON "console"."write_operations" USING btree ("subscription_id","created_at","id");