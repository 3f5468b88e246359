CREATE FUNCTION "console"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'console.audit_entries is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "console"."audit_entries"
FOR EACH ROW EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_never_emptied" BEFORE TRUNCATE ON "console"."audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
