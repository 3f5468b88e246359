CREATE SCHEMA "console";
--> statement-breakpoint
CREATE TABLE "console"."audit_entries" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"phase" text NOT NULL,
	"completes" bigint,
	"object_kind" text,
	"object_id" text,
	"reason" text,
	"ticket" text,
	"outcome" text,
	"detail" text NOT NULL,
	"request_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_phase" CHECK (("console"."audit_entries"."phase" = 'outcome') = ("console"."audit_entries"."completes" is not null))
);
--> statement-breakpoint
CREATE TABLE "console"."failed_attempts" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."one_time_links" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text COLLATE "C",
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."pending_sign_ins" (
	"state_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"browser_hash" text COLLATE "C" NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"next" text NOT NULL,
	"user_id" text COLLATE "C",
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."sessions" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"authenticated_at" timestamp(3) with time zone NOT NULL,
	"method" text NOT NULL,
	"peer" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"issuer" text,
	"subject" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"disabled_at" timestamp(3) with time zone,
	"signed_in_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "console"."one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_object" ON "console"."audit_entries" USING btree ("object_kind","object_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "console"."audit_entries" USING btree ("actor","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_completes" ON "console"."audit_entries" USING btree ("completes");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "console"."sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "console"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "console"."users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_issuer_subject" ON "console"."users" USING btree ("issuer","subject");