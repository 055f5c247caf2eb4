ALTER TABLE "submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(song_title || E'
' || artist_name || E'
' || artist_email || E'
' || album_name)) STORED NOT NULL;