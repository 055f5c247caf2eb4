-- Orders and withdrawals keep the language of the page they came from (docs/decisions/051): consent texts and mails are in it.
ALTER TABLE "orders" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;