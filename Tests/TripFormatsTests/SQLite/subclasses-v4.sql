CREATE TABLE "_document" (
  "mapping" INTEGER NOT NULL,
  "document_id" TEXT NOT NULL,
  "schema" TEXT NOT NULL,
  "schema_version" TEXT,
  "definition" TEXT NOT NULL,
  "next_key" INTEGER NOT NULL
) STRICT;
-- 2 | "8D04BF57-29A3-4B16-8F82-00000000A008" | "trips" | "4.0.0" | "{\n  \"format\": \"1.0\",\n  \"schema\": {\n    \"name\": \"trips\",\n    \"version\": \"4.0.0\",\n    \"layout\": \"7d9122570c00fa33effbcacdda9d414b5e021246f8122ee83281734844c2f4c2\",\n    \"model\": \"edb4a51103fb9973bb5fb22b6cc0bfb2318acf53ca760f2280323699fdf8e1c7\"\n  },\n  \"entities\": [\n    {\n      \"name\": \"BucketListItem\",\n      \"attributes\": [\n        {\"name\": \"details\", \"type\": \"text\", \"default\": \"\"},\n        {\"name\": \"hasReservation\", \"type\": \"bool\", \"default\": false},\n        {\"name\": \"isInPlan\", \"type\": \"bool\", \"default\": false},\n        {\"name\": \"title\", \"type\": \"text\"}\n      ],\n      \"relationships\": [{\"name\": \"trip\", \"toOne\": \"Trip\", \"inverse\": \"bucketList\"}]\n    },\n    {\n      \"name\": \"BusinessTrip\",\n      \"superentity\": \"Trip\",\n      \"attributes\": [{\"name\": \"perdiem\", \"type\": \"double\", \"default\": 0}]\n    },\n    {\n      \"name\": \"LivingAccommodation\",\n      \"attributes\": [\n        {\"name\": \"address\", \"type\": \"text\"},\n        {\"name\": \"isConfirmed\", \"type\": \"bool\", \"default\": false},\n        {\"name\": \"placeName\", \"type\": \"text\"}\n      ],\n      \"relationships\": [{\"name\": \"trip\", \"toOne\": \"Trip\", \"inverse\": \"livingAccommodation\"}]\n    },\n    {\n      \"name\": \"PersonalTrip\",\n      \"superentity\": \"Trip\",\n      \"attributes\": [\n        {\"name\": \"reason\", \"type\": \"text\", \"cases\": [\"family\", \"reunion\", \"unknown\", \"wellness\"]}\n      ]\n    },\n    {\n      \"name\": \"Trip\",\n      \"attributes\": [\n        {\"name\": \"destination\", \"type\": \"text\", \"hashModifier\": \"v3\"},\n        {\n          \"name\": \"endDate\",\n          \"originalName\": \"end_date\",\n          \"type\": \"date\",\n          \"preservedOnDeletion\": true\n        },\n        {\"name\": \"name\", \"type\": \"text\", \"preservedOnDeletion\": true},\n        {\n          \"name\": \"startDate\",\n          \"originalName\": \"start_date\",\n          \"type\": \"date\",\n          \"preservedOnDeletion\": true\n        }\n      ],\n      \"relationships\": [\n        {\n          \"name\": \"bucketList\",\n          \"toMany\": \"BucketListItem\",\n          \"inverse\": \"trip\",\n          \"deleteRule\": \"cascade\"\n        },\n        {\n          \"name\": \"livingAccommodation\",\n          \"toOne\": \"LivingAccommodation\",\n          \"inverse\": \"trip\",\n          \"deleteRule\": \"cascade\"\n        }\n      ],\n      \"unique\": [[\"endDate\", \"name\", \"startDate\"]],\n      \"indexes\": [[\"endDate\"], [\"name\"], [\"name\", \"startDate\", \"endDate\"], [\"startDate\"]]\n    }\n  ]\n}\n" | 96
CREATE TABLE "_property" (
  "entity" TEXT NOT NULL,
  "property" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "table" TEXT NOT NULL,
  "column" TEXT NOT NULL,
  PRIMARY KEY ("entity", "property")
) STRICT, WITHOUT ROWID;
-- "BucketListItem" | "details" | "text" | "BucketListItem" | "details"
-- "BucketListItem" | "hasReservation" | "bool" | "BucketListItem" | "hasReservation"
-- "BucketListItem" | "isInPlan" | "bool" | "BucketListItem" | "isInPlan"
-- "BucketListItem" | "title" | "text" | "BucketListItem" | "title"
-- "BucketListItem" | "trip" | "to-one" | "BucketListItem" | "trip"
-- "BusinessTrip" | "bucketList" | "to-many" | "BucketListItem" | "trip"
-- "BusinessTrip" | "destination" | "text" | "Trip" | "destination"
-- "BusinessTrip" | "endDate" | "date" | "Trip" | "endDate"
-- "BusinessTrip" | "livingAccommodation" | "to-one" | "LivingAccommodation" | "trip"
-- "BusinessTrip" | "name" | "text" | "Trip" | "name"
-- "BusinessTrip" | "perdiem" | "double" | "Trip" | "perdiem"
-- "BusinessTrip" | "startDate" | "date" | "Trip" | "startDate"
-- "LivingAccommodation" | "address" | "text" | "LivingAccommodation" | "address"
-- "LivingAccommodation" | "isConfirmed" | "bool" | "LivingAccommodation" | "isConfirmed"
-- "LivingAccommodation" | "placeName" | "text" | "LivingAccommodation" | "placeName"
-- "LivingAccommodation" | "trip" | "to-one" | "LivingAccommodation" | "trip"
-- "PersonalTrip" | "bucketList" | "to-many" | "BucketListItem" | "trip"
-- "PersonalTrip" | "destination" | "text" | "Trip" | "destination"
-- "PersonalTrip" | "endDate" | "date" | "Trip" | "endDate"
-- "PersonalTrip" | "livingAccommodation" | "to-one" | "LivingAccommodation" | "trip"
-- "PersonalTrip" | "name" | "text" | "Trip" | "name"
-- "PersonalTrip" | "reason" | "text" | "Trip" | "reason"
-- "PersonalTrip" | "startDate" | "date" | "Trip" | "startDate"
-- "Trip" | "bucketList" | "to-many" | "BucketListItem" | "trip"
-- "Trip" | "destination" | "text" | "Trip" | "destination"
-- "Trip" | "endDate" | "date" | "Trip" | "endDate"
-- "Trip" | "livingAccommodation" | "to-one" | "LivingAccommodation" | "trip"
-- "Trip" | "name" | "text" | "Trip" | "name"
-- "Trip" | "startDate" | "date" | "Trip" | "startDate"
CREATE TABLE "BucketListItem" (
  "_key" INTEGER PRIMARY KEY AUTOINCREMENT,
  "details" TEXT NOT NULL DEFAULT '',
  "hasReservation" INTEGER NOT NULL DEFAULT 0 CHECK ("hasReservation" IN (0, 1)),
  "isInPlan" INTEGER NOT NULL DEFAULT 0 CHECK ("isInPlan" IN (0, 1)),
  "title" TEXT NOT NULL,
  "trip" INTEGER REFERENCES "Trip" ("_key") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "trip_position" INTEGER
) STRICT;
-- 2 | "" | 0 | 0 | "1.1" | 1 | null
-- 4 | "" | 0 | 0 | "2.1" | 3 | 2
-- 5 | "" | 1 | 0 | "2.2" | 3 | 1
-- 8 | "" | 1 | 0 | "3.1" | 6 | null
-- 9 | "" | 0 | 1 | "3.2" | 6 | null
-- 10 | "" | 0 | 0 | "3.3" | 6 | null
-- 12 | "" | 0 | 0 | "4.1" | 11 | 4
-- 13 | "" | 0 | 0 | "4.2" | 11 | 3
-- 14 | "" | 1 | 0 | "4.3" | 11 | 2
-- 15 | "" | 0 | 0 | "4.4" | 11 | 1
-- 19 | "" | 1 | 0 | "6.1" | 17 | null
-- 21 | "" | 0 | 0 | "7.1" | 20 | null
-- 22 | "" | 0 | 1 | "7.2" | 20 | null
-- 24 | "" | 0 | 0 | "8.1" | 23 | 3
-- 25 | "" | 1 | 0 | "8.2" | 23 | 2
-- 26 | "" | 0 | 0 | "8.3" | 23 | 1
-- 29 | "" | 1 | 0 | "9.1" | 27 | 3
-- 30 | "" | 0 | 1 | "9.2" | 27 | 1
-- 31 | "" | 0 | 0 | "9.3" | 27 | 4
-- 32 | "" | 1 | 1 | "9.4" | 27 | 2
-- 35 | "" | 0 | 0 | "11.1" | 34 | null
-- 38 | "" | 1 | 0 | "12.1" | 36 | 2
-- 39 | "" | 0 | 0 | "12.2" | 36 | 1
-- 41 | "" | 0 | 0 | "13.1" | 40 | null
-- 42 | "" | 0 | 1 | "13.2" | 40 | null
-- 43 | "" | 1 | 0 | "13.3" | 40 | null
-- 45 | "" | 0 | 0 | "14.1" | 44 | 4
-- 46 | "" | 1 | 0 | "14.2" | 44 | 3
-- 47 | "" | 0 | 0 | "14.3" | 44 | 2
-- 48 | "" | 0 | 0 | "14.4" | 44 | 1
-- 52 | "" | 0 | 0 | "16.1" | 51 | null
-- 54 | "" | 0 | 0 | "17.1" | 53 | null
-- 55 | "" | 1 | 1 | "17.2" | 53 | null
-- 58 | "" | 1 | 0 | "18.1" | 56 | 3
-- 59 | "" | 0 | 0 | "18.2" | 56 | 2
-- 60 | "" | 0 | 0 | "18.3" | 56 | 1
-- 62 | "" | 0 | 0 | "19.1" | 61 | 3
-- 63 | "" | 0 | 1 | "19.2" | 61 | 1
-- 64 | "" | 1 | 0 | "19.3" | 61 | 4
-- 65 | "" | 0 | 1 | "19.4" | 61 | 2
-- 69 | "" | 1 | 0 | "21.1" | 67 | null
-- 71 | "" | 0 | 0 | "22.1" | 70 | 2
-- 72 | "" | 0 | 0 | "22.2" | 70 | 1
-- 74 | "" | 0 | 0 | "23.1" | 73 | null
-- 75 | "" | 1 | 1 | "23.2" | 73 | null
-- 76 | "" | 0 | 0 | "23.3" | 73 | null
-- 79 | "" | 1 | 0 | "24.1" | 77 | 4
-- 80 | "" | 0 | 0 | "24.2" | 77 | 3
-- 81 | "" | 0 | 0 | "24.3" | 77 | 2
-- 82 | "" | 1 | 0 | "24.4" | 77 | 1
-- 85 | "" | 0 | 0 | "client" | 83 | 2
-- 86 | "" | 0 | 0 | "lunch" | 83 | 3
-- 87 | "" | 0 | 0 | "cousin" | 83 | 1
-- 89 | "" | 0 | 0 | "client again" | 88 | 3
-- 94 | "" | 0 | 0 | "aunt" | 88 | 1
-- 95 | "" | 1 | 1 | "market" | 88 | 2
CREATE TABLE sqlite_sequence(name,seq);
-- "BucketListItem" | 95
-- "LivingAccommodation" | 95
-- "Trip" | 95
CREATE TABLE "LivingAccommodation" (
  "_key" INTEGER PRIMARY KEY AUTOINCREMENT,
  "address" TEXT NOT NULL,
  "isConfirmed" INTEGER NOT NULL DEFAULT 0 CHECK ("isConfirmed" IN (0, 1)),
  "placeName" TEXT NOT NULL,
  "trip" INTEGER REFERENCES "Trip" ("_key") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT;
-- 7 | "Street 3" | 0 | "House 3" | 6
-- 18 | "Street 6" | 1 | "House 6" | 17
-- 28 | "Street 9" | 0 | "House 9" | 27
-- 37 | "Street 12" | 1 | "House 12" | 36
-- 50 | "Street 15" | 0 | "House 15" | 49
-- 57 | "Street 18" | 1 | "House 18" | 56
-- 68 | "Street 21" | 0 | "House 21" | 67
-- 78 | "Street 24" | 1 | "House 24" | 77
-- 84 | "Presqu’île" | 1 | "Hôtel" | 83
CREATE TABLE "Trip" (
  "_key" INTEGER PRIMARY KEY AUTOINCREMENT,
  "_entity" TEXT NOT NULL DEFAULT 'Trip' CHECK ("_entity" IN ('BusinessTrip', 'PersonalTrip', 'Trip')),
  "destination" TEXT NOT NULL,
  "endDate" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "perdiem" REAL,
  "reason" TEXT CHECK ("reason" IN ('family', 'reunion', 'unknown', 'wellness')) CHECK ("_entity" NOT IN ('PersonalTrip') OR "reason" IS NOT NULL),
  "startDate" TEXT NOT NULL
) STRICT;
-- 1 | "BusinessTrip" | "Town 1" | "2025-01-11 00:00:00" | "Board meeting" | 0.0 | null | "2025-01-01 00:00:00"
-- 3 | "PersonalTrip" | "Town 2" | "2025-01-12 00:00:00" | "Wedding" | null | "wellness" | "2025-01-01 00:00:00"
-- 6 | "PersonalTrip" | "Town 3" | "2025-02-10 00:00:00" | "Spa" | null | "unknown" | "2025-02-01 00:00:00"
-- 11 | "BusinessTrip" | "Town 4" | "2025-02-11 00:00:00" | "Class reunion" | 120.0 | null | "2025-02-01 00:00:00"
-- 16 | "PersonalTrip" | "Town 5" | "2025-03-12 00:00:00" | "Fair" | null | "reunion" | "2025-03-01 00:00:00"
-- 17 | "Trip" | "Town 6" | "2025-03-10 00:00:00" | "Somewhere" | null | null | "2025-03-01 00:00:00"
-- 20 | "BusinessTrip" | "Town 7" | "2025-04-11 00:00:00" | "Board meeting" | 0.01 | null | "2025-04-01 00:00:00"
-- 23 | "PersonalTrip" | "Town 8" | "2025-04-12 00:00:00" | "Wedding" | null | "family" | "2025-04-01 00:00:00"
-- 27 | "PersonalTrip" | "Town 9" | "2025-05-10 00:00:00" | "Spa" | null | "reunion" | "2025-05-01 00:00:00"
-- 33 | "BusinessTrip" | "Town 10" | "2025-05-11 00:00:00" | "Class reunion" | 35.5 | null | "2025-05-01 00:00:00"
-- 34 | "PersonalTrip" | "Town 11" | "2025-06-12 00:00:00" | "Fair" | null | "unknown" | "2025-06-01 00:00:00"
-- 36 | "Trip" | "Town 12" | "2025-06-10 00:00:00" | "Somewhere" | null | null | "2025-06-01 00:00:00"
-- 40 | "BusinessTrip" | "Town 13" | "2025-07-11 00:00:00" | "Board meeting" | 120.0 | null | "2025-07-01 00:00:00"
-- 44 | "PersonalTrip" | "Town 14" | "2025-07-12 00:00:00" | "Wedding" | null | "wellness" | "2025-07-01 00:00:00"
-- 49 | "PersonalTrip" | "Town 15" | "2025-08-10 00:00:00" | "Spa" | null | "unknown" | "2025-08-01 00:00:00"
-- 51 | "BusinessTrip" | "Town 16" | "2025-08-11 00:00:00" | "Class reunion" | 0.0 | null | "2025-08-01 00:00:00"
-- 53 | "PersonalTrip" | "Town 17" | "2025-09-12 00:00:00" | "Fair" | null | "reunion" | "2025-09-01 00:00:00"
-- 56 | "Trip" | "Town 18" | "2025-09-10 00:00:00" | "Somewhere" | null | null | "2025-09-01 00:00:00"
-- 61 | "BusinessTrip" | "Town 19" | "2025-10-11 00:00:00" | "Board meeting" | 35.5 | null | "2025-10-01 00:00:00"
-- 66 | "PersonalTrip" | "Town 20" | "2025-10-12 00:00:00" | "Wedding" | null | "family" | "2025-10-01 00:00:00"
-- 67 | "PersonalTrip" | "Town 21" | "2025-11-10 00:00:00" | "Spa" | null | "reunion" | "2025-11-01 00:00:00"
-- 70 | "BusinessTrip" | "Town 22" | "2025-11-11 00:00:00" | "Class reunion" | 0.01 | null | "2025-11-01 00:00:00"
-- 73 | "PersonalTrip" | "Town 23" | "2025-12-12 00:00:00" | "Fair" | null | "unknown" | "2025-12-01 00:00:00"
-- 77 | "Trip" | "Town 24" | "2025-12-10 00:00:00" | "Somewhere" | null | null | "2025-12-01 00:00:00"
-- 83 | "BusinessTrip" | "Lyon" | "2025-12-05 00:00:00" | "Two in one" | 60.0 | null | "2025-12-01 00:00:00"
-- 88 | "PersonalTrip" | "Lyon" | "2025-12-07 00:00:00" | "Two in one" | null | "family" | "2025-12-01 00:00:00"
-- 90 | "Trip" | "Lyon" | "2025-12-08 00:00:00" | "Two in one" | null | null | "2025-12-01 00:00:00"
-- 91 | "PersonalTrip" | "" | "2025-12-09 00:00:00" | "Nothing set" | null | "wellness" | "2025-12-09 00:00:00"
-- 92 | "PersonalTrip" | "" | "2025-12-09 00:00:00" | "Empty list" | null | "reunion" | "2025-12-09 00:00:00"
-- 93 | "BusinessTrip" | "" | "2025-12-09 00:00:00" | "Empty list, paid" | 8.0 | null | "2025-12-09 00:00:00"
CREATE INDEX "BucketListItem_trip_trip_position" ON "BucketListItem" ("trip", "trip_position");
CREATE UNIQUE INDEX "LivingAccommodation_trip" ON "LivingAccommodation" ("trip");
CREATE UNIQUE INDEX "Trip_endDate_name_startDate" ON "Trip" ("endDate", "name", "startDate");
CREATE INDEX "Trip_endDate" ON "Trip" ("endDate");
CREATE INDEX "Trip_name" ON "Trip" ("name");
CREATE INDEX "Trip_name_startDate_endDate" ON "Trip" ("name", "startDate", "endDate");
CREATE INDEX "Trip_startDate" ON "Trip" ("startDate");
CREATE VIEW "BusinessTrip" AS SELECT "_key", "_entity", "destination", "endDate", "name", "perdiem", "startDate" FROM "Trip" WHERE "_entity" IN ('BusinessTrip');
CREATE VIEW "PersonalTrip" AS SELECT "_key", "_entity", "destination", "endDate", "name", "reason", "startDate" FROM "Trip" WHERE "_entity" IN ('PersonalTrip');
