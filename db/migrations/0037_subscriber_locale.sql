-- The language of the sign-up form: that of its emails. All forms so far were in English.
ALTER TABLE "subscribers" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;
