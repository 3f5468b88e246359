DROP TABLE "console"."checked_objects" CASCADE;--> statement-breakpoint
DROP TABLE "console"."checks" CASCADE;--> statement-breakpoint
CREATE TABLE "console"."read_rows" (
	"run_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"given" text NOT NULL,
	"outcome" text,
	"why" text,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "read_rows_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "console"."read_runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"user" text COLLATE "C" NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."read_rows" ADD CONSTRAINT "read_rows_run_id_read_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "console"."read_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_rows_id" ON "console"."read_rows" USING btree ("id");--> statement-breakpoint
CREATE INDEX "read_runs_started" ON "console"."read_runs" USING btree ("source","started_at");