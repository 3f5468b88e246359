CREATE TABLE "console"."access_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"addresses" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"used_at" timestamp(3) with time zone,
	"used_from" text
);
--> statement-breakpoint
ALTER TABLE "console"."access_keys" ADD CONSTRAINT "access_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_keys_token" ON "console"."access_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "access_keys_user" ON "console"."access_keys" USING btree ("user_id","created_at");