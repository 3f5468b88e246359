-- Changes keep why they are in their state, and facts; earlier versions stored sentences, of which the result is read here once.
ALTER TABLE "console"."subscription_changes" RENAME COLUMN "detail" TO "cause";--> statement-breakpoint
ALTER TABLE "console"."subscription_changes" ALTER COLUMN "cause" TYPE json USING (jsonb_build_object('kind', 'earlier', 'words', "cause")
  || CASE WHEN "state" <> 'CONFIRMED' THEN '{}' ELSE jsonb_build_object(
    'result', jsonb_build_object(
      'hadNothingToChange', position('there was nothing to change.' in "cause") > 0,
      'isUnsure', position('It may have been done by someone else.' in "cause") > 0,
      'end', CASE
        WHEN "action" = 'delete' OR "cause" ~ 'it is deleted|the billing API no longer knows the subscription' THEN 'deleted'
        ELSE coalesce(substring("cause" from ' on (\d{1,2} [[:alpha:]]+ \d{4})'), 'ended') END),
    'note', CASE
      WHEN position('there was nothing to change.' in "cause") > 0
        THEN nullif(trim(split_part("cause", 'there was nothing to change.', 2)), '')
      WHEN position('later than this console’s forecast' in "cause") > 0 THEN "cause"
      WHEN position('The API’s response came late:' in "cause") > 0
        THEN substring("cause" from 'The API’s response came late:.*')
      WHEN position('It may have been done by someone else.' in "cause") > 0 THEN 'It may have been done by someone else.'
      WHEN "cause" = 'Deleted.' OR "cause" LIKE 'Cancelled: %' THEN NULL
      ELSE "cause" END) END)::json;
