export type ShopSettingsTables = { shop_settings: ShopSettingsTable }

declare module '../database/tables.ts' {
  interface Tables extends ShopSettingsTables {}
}

type ShopSettingsTable = {
  key: string
  /** JSON. */
  value: string
}
