/** A first value in a native control's own attributes. Registering would set it only once the form has its code. */
export const asHtml = (value: unknown) =>
  typeof value === 'boolean' ? { value: 'true' as const, defaultChecked: value } : { defaultValue: String(value ?? '') };
