ALTER TABLE "merchants" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A store that the last release seeded keeps the demo where every row is one that only the seed makes. In doubt it has none.
UPDATE "merchants" SET "is_demo" = true
WHERE "id" = 'demo'
  AND (SELECT count(*) FROM "merchants") = 1
  AND (SELECT count(*) FROM "api_keys") <= 1
  AND (SELECT count(*) FROM "customers" WHERE "id" IN ('cus_acme', 'cus_globex', 'cus_initech', 'cus_umbra', 'cus_hooli',
    'cus_vandelay', 'cus_tyrell', 'cus_koeln', 'cus_wonka', 'cus_soylent', 'cus_pied-piper', 'cus_duff', 'cus_stark', 'cus_wayne')) = 14
  AND NOT EXISTS (SELECT FROM "customers" WHERE "id" NOT IN ('cus_acme', 'cus_globex', 'cus_initech', 'cus_umbra', 'cus_hooli',
    'cus_vandelay', 'cus_tyrell', 'cus_koeln', 'cus_wonka', 'cus_soylent', 'cus_pied-piper', 'cus_duff', 'cus_stark', 'cus_wayne')
    AND "id" !~ '^cus_c[0-9]{4,8}$')
  AND NOT EXISTS (SELECT FROM "subscriptions" AS s WHERE NOT EXISTS
    (SELECT FROM "customers" AS c WHERE c."id" = s."customer_id" AND c."id" = 'cus_' || substr(s."id", 5)))
  AND NOT EXISTS (SELECT FROM "plans" WHERE "id" NOT IN ('plan_starter', 'plan_team', 'plan_scale', 'plan_enterprise',
    'plan_token_api', 'plan_onboarding', 'plan_hobby_2023')
    OR ("document"::json ->> 'crossEnvironmentId') IS DISTINCT FROM 'xenv_' || substr("id", 6))
  AND NOT EXISTS (SELECT FROM "invoices" AS i WHERE NOT EXISTS
    (SELECT FROM "customers" AS c WHERE i."id" ~ ('^inv_' || substr(c."id", 5) || '_[0-9A-Za-z]+$')))
  AND NOT EXISTS (SELECT FROM "transactions" AS t WHERE NOT EXISTS
    (SELECT FROM "customers" AS c WHERE c."id" = t."customer_id" AND t."id" ~ ('^txn_' || substr(c."id", 5) || '_[0-9]+$')));
