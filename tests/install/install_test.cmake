# SPDX-License-Identifier: GPL-3.0-or-later

# Installs a build into an empty folder; then a project elsewhere finds it, builds and runs.
#
#     cmake -D BUILD=folder -D COMPILER=g++ -D FLAGS=... -P install_test.cmake

set(work ${BUILD}/tests/install)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)

if(PROGRAM)
  foreach(file bin/qipu share/man/man1/qipu.1 share/bash-completion/completions/qipu
      share/zsh/site-functions/_qipu share/fish/vendor_completions.d/qipu.fish)
    file(SIZE ${prefix}/${file} size)
    if(size EQUAL 0)
      message(FATAL_ERROR "${file} was not installed, or is empty")
    endif()
  endforeach()
  run(${prefix}/bin/qipu --version)
endif()
