CREATE TABLE "console"."checked_objects" (
	"check_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"given" text NOT NULL,
	"kind" text,
	"read_run" integer NOT NULL,
	"compared_run" integer NOT NULL,
	"attempts" integer NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"checked_at" timestamp(3) with time zone,
	"verdict" text,
	"before" text,
	"own" jsonb NOT NULL,
	"row" jsonb,
	CONSTRAINT "checked_objects_check_id_position_pk" PRIMARY KEY("check_id","position")
);
--> statement-breakpoint
CREATE TABLE "console"."checks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"run" integer NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"counts" jsonb
);
--> statement-breakpoint
ALTER TABLE "console"."seen_objects" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "console"."seen_objects" ADD COLUMN "judged_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."checked_objects" ADD CONSTRAINT "checked_objects_check_id_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "console"."checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checked_objects_id" ON "console"."checked_objects" USING btree ("id");--> statement-breakpoint
CREATE INDEX "checked_objects_claimed" ON "console"."checked_objects" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "checks_started" ON "console"."checks" USING btree ("source","started_at");--> statement-breakpoint
CREATE INDEX "seen_objects_unjudged" ON "console"."seen_objects" USING btree ("source","seen_at") WHERE kind <> 'customer' and judged_at is distinct from seen_at;