CREATE TABLE "console"."seen_words" (
	"source" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "seen_words_id_source_kind_word_pk" PRIMARY KEY("id","source","kind","word")
);
--> statement-breakpoint
CREATE INDEX "seen_words_word" ON "console"."seen_words" USING btree ("word","source");--> statement-breakpoint
-- No forgetting runs meanwhile (FENCE_LOCK of lib/server/object-index/forget-fence.ts): words of its customer would stay.
SELECT pg_advisory_xact_lock(4211981);--> statement-breakpoint
-- The words of what was seen before, until it is read again. Accents stay, because not every database can remove them.
INSERT INTO "console"."seen_words"
SELECT source, kind, id, left(word, 64), max(seen_at)
FROM "console"."seen_names" CROSS JOIN LATERAL regexp_split_to_table(key, '[[:space:][:punct:]]+') WITH ORDINALITY AS part (word, nth)
WHERE word <> '' AND NOT (nth = 1 AND word IN ('sub', 'subscription', 'inv', 'invoice', 'cus', 'cust', 'customer')) AND nth <= 16
GROUP BY 1, 2, 3, 4;--> statement-breakpoint
ANALYZE "console"."seen_words";--> statement-breakpoint
-- As delete_seen_names does.
CREATE FUNCTION "console"."delete_seen_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "console"."seen_words" AS word USING gone
  WHERE word.source = gone.source AND word.kind = gone.kind AND word.id = gone.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER delete_seen_words AFTER DELETE ON "console"."seen_objects"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "console"."delete_seen_words"();
