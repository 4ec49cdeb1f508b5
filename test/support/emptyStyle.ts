/** Stands in for every stylesheet in Jest, which has no use for CSS. */
export default {};
