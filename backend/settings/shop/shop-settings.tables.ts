export type ShopSettingsTables = { shop_settings: ShopSettingsTable }

declare module '../../database/tables.ts' {
  interface Tables extends ShopSettingsTables {}
}

type ShopSettingsTable = {
  /** A setting, or `lines` or `quiz` of the catalog. */
  key: string
  /** JSON. */
  value: string
}
