CREATE TABLE "console"."alert_deliveries" (
	"event_id" text COLLATE "C" NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"entry" bigint,
	CONSTRAINT "alert_deliveries_event_id_webhook_id_pk" PRIMARY KEY("event_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "console"."alert_emails" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"events" integer NOT NULL,
	"entry" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."alert_events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"object_kind" text,
	"object_id" text COLLATE "C",
	"data" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."alert_searches" (
	"source" text COLLATE "C" PRIMARY KEY NOT NULL,
	"since" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."alert_subscribers" (
	"source" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"kinds" text[] NOT NULL,
	"pace" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "alert_subscribers_source_user_id_pk" PRIMARY KEY("source","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."webhooks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"kinds" text[] NOT NULL,
	"fields" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone,
	"last_result" text
);
--> statement-breakpoint
ALTER TABLE "console"."alert_deliveries" ADD CONSTRAINT "alert_deliveries_event_id_alert_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "console"."alert_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."alert_deliveries" ADD CONSTRAINT "alert_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "console"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."alert_emails" ADD CONSTRAINT "alert_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."alert_subscribers" ADD CONSTRAINT "alert_subscribers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_deliveries_due" ON "console"."alert_deliveries" USING btree ("webhook_id","next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_emails_state" ON "console"."alert_emails" USING btree ("source","state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_events_key" ON "console"."alert_events" USING btree ("source","key");--> statement-breakpoint
CREATE INDEX "alert_events_created" ON "console"."alert_events" USING btree ("source","created_at");--> statement-breakpoint
CREATE INDEX "alert_events_object" ON "console"."alert_events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "webhooks_source" ON "console"."webhooks" USING btree ("source","created_at");