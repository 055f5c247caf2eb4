ALTER TABLE "subscribers" ADD COLUMN "status_before" "subscriber_status";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "is_imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "suppressions" SET "is_imported" = true WHERE "detail" = 'told by an import';--> statement-breakpoint
-- What suppressed people were before, from what is known of them; whoever may never have confirmed waits for it.
UPDATE "subscribers" s SET "status_before" = (CASE
	(SELECT e."kind" FROM "subscriber_events" e
	 WHERE e."subscriber_id" = s."id" AND e."kind" IN ('signed-up', 'imported', 'confirmed', 'came-back', 'unsubscribed', 'imported-as')
	 ORDER BY e."at" DESC LIMIT 1)
	WHEN 'imported' THEN 'subscribed'
	WHEN 'confirmed' THEN 'subscribed'
	WHEN 'came-back' THEN 'subscribed'
	-- Without a confirmation by mail, a sign-up was one at once. Only people on the list were ever sent a copy.
	WHEN 'signed-up' THEN CASE WHEN EXISTS (SELECT FROM "newsletter_deliveries" d WHERE d."subscriber_id" = s."id" AND d."state" <> 'excluded')
		THEN 'subscribed' ELSE 'pending' END
	ELSE 'unsubscribed' END)::"subscriber_status"
WHERE s."status" = 'suppressed';
