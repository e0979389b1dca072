'use strict';

exports.lazy = (make) => {
  let made;
  return () => (made ??= make());
};
