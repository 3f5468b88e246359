CREATE TABLE "console"."jobs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"failures" integer NOT NULL,
	"is_stop_requested" boolean NOT NULL,
	"holder" text,
	"lease_until" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_in_lane" ON "console"."jobs" USING btree ("source","kind","lane") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_subject" ON "console"."jobs" USING btree ("source","kind","subject");