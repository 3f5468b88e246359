CREATE TABLE "console"."forgettings" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."forgettings_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone NOT NULL,
	"is_everything" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."forgotten_objects" (
	"number" integer NOT NULL,
	"hash" bigint NOT NULL,
	CONSTRAINT "forgotten_objects_number_hash_pk" PRIMARY KEY("number","hash")
);
