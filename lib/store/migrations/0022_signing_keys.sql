CREATE TABLE "console"."signing_keys" (
	"public_key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"private_key" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_one_in_use" ON "console"."signing_keys" USING btree (("replaced_at" is null)) WHERE "console"."signing_keys"."replaced_at" is null;