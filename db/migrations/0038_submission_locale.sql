-- The language of the form a track came by: that of its emails. All forms so far were in English.
ALTER TABLE "submissions" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;
