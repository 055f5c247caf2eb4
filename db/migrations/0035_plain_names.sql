-- Tables, columns and values are named as the code and the screens name them (docs/decisions/053). Everything is renamed in place, so no row
-- moves. Indexes, conditions and generated columns follow their columns by themselves.
ALTER TABLE "order_moves" RENAME TO "order_events";--> statement-breakpoint
ALTER TABLE "shelf_entitlements" RENAME TO "library_entitlements";--> statement-breakpoint
ALTER TABLE "shelves" RENAME TO "buyer_libraries";--> statement-breakpoint
ALTER TABLE "owner_dismissals" RENAME TO "owner_snoozes";--> statement-breakpoint
ALTER TABLE "submission_moves" RENAME TO "submission_steps";--> statement-breakpoint
ALTER TABLE "newsletter_reading_hours" RENAME TO "newsletter_engagement_hours";--> statement-breakpoint
ALTER TABLE "newsletter_readings" RENAME TO "newsletter_engagement_events";--> statement-breakpoint
ALTER TABLE "newsletter_tallies" RENAME TO "newsletter_issue_aggregates";--> statement-breakpoint
ALTER TABLE "token_price_turns" RENAME TO "token_price_leases";--> statement-breakpoint
ALTER TABLE "content_edits" RENAME COLUMN "act" TO "action";--> statement-breakpoint
ALTER TABLE "artist_posters" RENAME COLUMN "trouble" TO "error";--> statement-breakpoint
ALTER TABLE "order_disputes" RENAME COLUMN "standing" TO "status";--> statement-breakpoint
ALTER TABLE "order_disputes" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "shelf_id" TO "library_id";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "client_fingerprint" TO "client_hash";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "needs_owner" TO "action_items";--> statement-breakpoint
ALTER TABLE "library_entitlements" RENAME COLUMN "shelf_id" TO "library_id";--> statement-breakpoint
ALTER TABLE "subscriber_events" RENAME COLUMN "client_fingerprint" TO "client_hash";--> statement-breakpoint
ALTER TABLE "subscribers" RENAME COLUMN "counts_reading" TO "counts_engagement";--> statement-breakpoint
ALTER TABLE "subscribers" RENAME COLUMN "email_fingerprint" TO "email_hash";--> statement-breakpoint
ALTER TABLE "suppressions" RENAME COLUMN "email_fingerprint" TO "email_hash";--> statement-breakpoint
ALTER TABLE "owner_snoozes" RENAME COLUMN "need_key" TO "item_key";--> statement-breakpoint
ALTER TABLE "owner_snoozes" RENAME COLUMN "said" TO "text_hash";--> statement-breakpoint
ALTER TABLE "owner_links" RENAME COLUMN "asked_at" TO "checked_at";--> statement-breakpoint
ALTER TABLE "owner_links" RENAME COLUMN "trouble" TO "error";--> statement-breakpoint
ALTER TABLE "platform_sites" RENAME COLUMN "asked_at" TO "checked_at";--> statement-breakpoint
ALTER TABLE "platform_sites" RENAME COLUMN "trouble" TO "error";--> statement-breakpoint
ALTER TABLE "radio_sounds" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "radio_sounds" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_state" TO "external_state";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_media_id" TO "external_media_id";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_fault" TO "external_error";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_tries" TO "external_attempts";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_plays" TO "external_plays";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_play_id" TO "external_play_id";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_peak_listeners" TO "external_peak_listeners";--> statement-breakpoint
ALTER TABLE "radio_tracks" RENAME COLUMN "outside_last_played_at" TO "external_last_played_at";--> statement-breakpoint
ALTER TABLE "book_editions" RENAME COLUMN "unstamped_at" TO "unwatermarked_at";--> statement-breakpoint
ALTER TABLE "newsletter_issues" RENAME COLUMN "blocks_settled_at" TO "blocks_resolved_at";--> statement-breakpoint
ALTER TABLE "newsletter_returned_mails" RENAME COLUMN "fingerprint" TO "content_hash";--> statement-breakpoint
ALTER TABLE "newsletter_sending_settings" RENAME COLUMN "is_held" TO "is_paused";--> statement-breakpoint
ALTER TABLE "newsletter_sending_settings" RENAME COLUMN "held_reason" TO "paused_reason";--> statement-breakpoint
ALTER TABLE "newsletter_engagement_events" RENAME COLUMN "verdict" TO "classification";--> statement-breakpoint
ALTER TABLE "token_price_sources" RENAME COLUMN "trouble" TO "error";--> statement-breakpoint
ALTER TABLE "token_price_sources" RENAME COLUMN "rest_until" TO "cooldown_until";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME COLUMN "act" TO "action";--> statement-breakpoint
ALTER TYPE "reading_verdict" RENAME TO "event_classification";--> statement-breakpoint
ALTER TYPE "letter_frequency" RENAME TO "newsletter_frequency";--> statement-breakpoint
ALTER TYPE "mail_state" RENAME VALUE 'held' TO 'paused';--> statement-breakpoint
ALTER FUNCTION "address_fingerprint"(text) RENAME TO "address_hash";--> statement-breakpoint
-- Its topic is the name of the table.
ALTER TRIGGER "token_price_turns_changed" ON "token_price_leases" RENAME TO "token_price_leases_changed";--> statement-breakpoint
UPDATE "order_events" SET "actor" = 'reconcile' WHERE "actor" = 'sweep';--> statement-breakpoint
UPDATE "suppressions" SET "reason" = 'by-admin' WHERE "reason" = 'by-desk';--> statement-breakpoint
-- Constraints first, since a key renames its index. A loop, because only PostgreSQL 18 has constraints for NOT NULL.
DO $$
DECLARE
	one record;
	plain text;
	pair text[];
BEGIN
	FOR one IN
		SELECT conname::text AS name, conrelid::regclass AS parent FROM pg_constraint
			WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0
		UNION ALL
		SELECT i.relname::text, NULL FROM pg_class i WHERE i.relnamespace = current_schema()::regnamespace AND i.relkind = 'i'
			AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
	LOOP
		plain := one.name;
		FOREACH pair SLICE 1 IN ARRAY ARRAY[
			ARRAY['shelf_entitlements', 'library_entitlements'],
			ARRAY['shelves', 'buyer_libraries'],
			ARRAY['shelf', 'library'],
			ARRAY['order_moves', 'order_events'],
			ARRAY['needs_owner', 'action_items'],
			ARRAY['client_fingerprint', 'client_hash'],
			ARRAY['order_disputes_told_at', 'order_disputes_reported_at'],
			ARRAY['order_disputes_standing', 'order_disputes_status'],
			ARRAY['submission_moves', 'submission_steps'],
			ARRAY['newsletter_reading_hours', 'newsletter_engagement_hours'],
			ARRAY['newsletter_readings', 'newsletter_engagement_events'],
			ARRAY['newsletter_engagement_events_verdict', 'newsletter_engagement_events_classification'],
			ARRAY['newsletter_tallies', 'newsletter_issue_aggregates'],
			ARRAY['is_held', 'is_paused'],
			ARRAY['held_reason', 'paused_reason'],
			ARRAY['newsletter_returned_mails_fingerprint', 'newsletter_returned_mails_content_hash'],
			ARRAY['blocks_settled_at', 'blocks_resolved_at'],
			ARRAY['counts_reading', 'counts_engagement'],
			ARRAY['email_fingerprint', 'email_hash'],
			ARRAY['subscribers_of_fingerprint', 'subscribers_of_email_hash'],
			ARRAY['content_edits_act', 'content_edits_action'],
			ARRAY['admin_events', 'audit_log'],
			ARRAY['audit_log_act', 'audit_log_action'],
			ARRAY['token_price_turns', 'token_price_leases'],
			ARRAY['rest_until', 'cooldown_until'],
			ARRAY['trouble', 'error'],
			ARRAY['radio_tracks_outside', 'radio_tracks_external'],
			ARRAY['external_fault', 'external_error'],
			ARRAY['external_tries', 'external_attempts'],
			ARRAY['next_try_at', 'next_attempt_at'],
			ARRAY['radio_sounds_tries', 'radio_sounds_attempts'],
			ARRAY['unstamped_at', 'unwatermarked_at'],
			ARRAY['owner_dismissals', 'owner_snoozes'],
			ARRAY['owner_snoozes_need_key', 'owner_snoozes_item_key'],
			ARRAY['owner_snoozes_said', 'owner_snoozes_text_hash'],
			ARRAY['owner_links_asked_at', 'owner_links_checked_at'],
			ARRAY['platform_sites_asked_at', 'platform_sites_checked_at']
		] LOOP
			plain := regexp_replace(plain, '(^|_)' || pair[1] || '(?=_|$)', '\1' || pair[2]);
		END LOOP;
		CONTINUE WHEN plain = one.name;
		IF one.parent IS NULL THEN
			EXECUTE format('ALTER INDEX %I RENAME TO %I', one.name, left(plain, 63));
		ELSE
			EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', one.parent, one.name, left(plain, 63));
		END IF;
	END LOOP;
END $$;
