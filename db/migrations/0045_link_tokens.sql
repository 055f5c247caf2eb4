-- Links in emails are signed; links that were already mailed are recognized by a hash (docs/decisions/061).
-- Changing the type writes the tables anew, so that no page of their files still holds a token. The hash is that of
-- hashValue in platform/secrets.ts.
ALTER TABLE "subscribers" ALTER COLUMN "token" TYPE text USING left(encode(sha256(convert_to("token", 'UTF8')), 'hex'), 32);--> statement-breakpoint
ALTER TABLE "subscribers" ALTER COLUMN "token" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" RENAME COLUMN "token" TO "earlier_token_hash";--> statement-breakpoint
ALTER TABLE "subscribers" RENAME CONSTRAINT "subscribers_token_unique" TO "subscribers_earlier_token_hash_unique";--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "token" TYPE text USING left(encode(sha256(convert_to("token", 'UTF8')), 'hex'), 32);--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "token" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" RENAME COLUMN "token" TO "earlier_token_hash";--> statement-breakpoint
ALTER TABLE "submissions" RENAME CONSTRAINT "submissions_token_unique" TO "submissions_earlier_token_hash_unique";
